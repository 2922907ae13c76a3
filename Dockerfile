# The program in a small image without root: docker build --tag gridcheck:0.1.0 .
# In a Kubernetes Job, cluster/kubernetes.yaml uses it.
FROM rust:1.89-slim-bookworm AS build
WORKDIR /gridcheck
COPY . .
RUN cargo build --locked --profile dist

FROM debian:bookworm-slim
COPY --from=build /gridcheck/target/dist/gridcheck /usr/local/bin/gridcheck
# The user of the image has no name and no home. A folder that is mounted here must let it write.
USER 65532:65532
WORKDIR /sums
ENTRYPOINT ["gridcheck"]
